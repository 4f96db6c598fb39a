"""`Ruleset`: the four presets and every option of RULES.md, validated, frozen, in and out of TOML."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from zhuji_sim.errors import RulesError
from zhuji_sim.rules.options import (
    NO_LIMIT,
    PRESETS,
    Option,
    Value,
    check,
    check_preset,
    choice,
    declared,
    flag,
    limit,
    number,
    tai,
)
from zhuji_sim.rules.tiles import EAST, HONOUR_CYCLES, NORTH, is_dragon, successor
from zhuji_sim.toml_files import read_toml

if TYPE_CHECKING:
    import numpy as np


class _FromPreset:
    """`Ruleset.preset(name, **options)` makes a ruleset; on a ruleset, `preset` is the name it began from."""

    @overload
    def __get__(self, instance: None, owner: "type[Ruleset]") -> "_Maker": ...
    @overload
    def __get__(self, instance: "Ruleset", owner: "type[Ruleset]") -> str: ...
    def __get__(self, instance: "Ruleset | None", owner: "type[Ruleset]") -> "str | _Maker":
        return _Maker() if instance is None else instance.base


class _Maker:
    """Makes a ruleset from a preset."""

    def __call__(self, name: str, **options: Value) -> "Ruleset":
        """The preset with some options changed.

        Raises
        ------
        RulesError
            An unknown preset, option or value; lists the valid ones.
        """
        place = PRESETS.index(check_preset(name))
        check(Ruleset.all_options(), options)
        values: dict[str, Any] = {key: each.by_preset[place] for key, each in Ruleset.all_options().items()}
        return Ruleset(base=name, **(values | options))


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one table (RULES.md): a preset and its options.

    Made by `Ruleset.preset("bao", wall_reserve=20)` or `Ruleset.from_toml(path)`; `Ruleset()` is `bao`. Every
    field is an option and carries its meaning, its valid values and what each preset sets, see `all_options`.

    Raises
    ------
    RulesError
        An unknown preset or value; lists the valid ones.
    """

    preset = _FromPreset()

    base: str = "bao"

    caishen_source: str = choice(
        ("declarer", "indicator", "each_player"),
        ("declarer", "indicator", "each_player", "declarer"),
        "who sets the caishen: the winner of the bidding, a turned tile, or every player his own",
    )
    ziyou_caishen: str = choice(
        ("each_player", "dealer"),
        "each_player",
        "under caishen_source each_player: everybody names a caishen of his own, or the dealer one for all",
    )
    honour_cycle: str = choice(
        HONOUR_CYCLES,
        "4+3",
        "successors of honours: winds and dragons apart, one cycle of seven, or none for honours and 9s",
    )
    discarded_caishen: str = choice(
        ("as_itself", "unclaimable"),
        "as_itself",
        "a discarded caishen can be claimed as its own natural tile, or not at all",
    )
    pass_is_final: bool = flag(False, "who passed in the bidding may not bid again")
    max_level: int = number(2, 12, 8, "the highest level that can be bid")
    all_pass: str = choice(
        ("no_caishen", "dealer_must_bid", "redeal"),
        "no_caishen",
        "after four passes: play without contract and caishen, the dealer holds 2, or deal again",
    )
    wall_reserve: int = number(0, 60, (26, 14, 14, 26), "tiles left in the wall when the deal is drawn")
    caishen_peng: bool = flag((True, True, False, True), "peng with one natural copy and one caishen (财碰)")
    caishen_chi: bool = flag((False, True, False, False), "chi with one natural tile and one caishen (财吃)")
    caishen_gang: str = choice(
        ("when_ready", "never"),
        ("when_ready", "never", "never", "never"),
        "gangs filled with caishen: when the hand is ready after it, or never",
    )
    rob_exposed: bool = flag(
        False, "where discards cannot be won on: the discard of an exposed gang can be robbed"
    )
    win_on_discard: bool = flag((True, True, False, True), "a discard can be won on")
    defender_ron: str = choice(
        ("any", "declarer_only"),
        ("any", "any", "any", "declarer_only"),
        "whose discards and gangs a defender may win on",
    )
    minimum_tai: int = number(
        1, 20, (1, 1, 3, 1), "tai needed to win, for everybody but the declarer, who needs his level"
    )
    dragon_tai: str = choice(("each", "once"), "each", "dragon triplets count each, or once for any number")
    wucai_bonus: str = choice(
        ("hand", "mode", "off"),
        "hand",
        "无财 counts for any hand without caishen, only where there is no caishen at all, or never",
    )
    loose_all_honours: bool = flag(False, "any 14 honours win, without melds and pair")
    tai_limit: str | int = limit(100, "cap on the tai of a hand")
    payment: str = choice(
        ("by_discard", "equal"),
        ("by_discard", "by_discard", "equal", "by_discard"),
        "the discarder pays 2^tai and the others half (self-draw: all 2^tai), or each pays 2^(tai-2)",
    )
    robbed_pays: str = choice(
        ("all", "robbed_only"),
        "all",
        "under payment equal, who pays for a robbed gang: all, or the robbed player for all three",
    )
    draw_pays: str = choice(
        ("declarer", "dealer", "nobody"),
        "declarer",
        "who pays the contract's points to each other player when a deal with a contract is drawn",
    )
    lao_zhuang: str = choice(
        ("double", "cumulative", "off"),
        "double",
        "a dealer who stayed plays for double points, doubled again at every stay, or for the usual points",
    )
    next_dealer: str = choice(
        ("rotate", "winner"),
        ("rotate", "rotate", "winner", "rotate"),
        "who deals after another player than the dealer won: the next seat, or the winner",
    )
    earthly_on: str = choice(
        ("first_discard", "first_draw"),
        ("first_discard", "first_discard", "first_draw", "first_discard"),
        "地胡 is a win on the dealer's first discard, or on a player's own first draw before any claim",
    )

    tai_dragon: int = tai(1, "tai of a 中, 发 or 白 triplet")
    tai_east_dealer: int = tai(2, "tai of a 东 triplet for the dealer")
    tai_east_others: int = tai((1, 1, 2, 2), "tai of a 东 triplet for the others")
    tai_own_wind: int = tai((1, 1, 0, 0), "tai of a 南, 西 or 北 triplet for the seat of that wind")
    tai_pinghu: int = tai(1, "tai of 平胡, all sequences")
    tai_duiduihu: int = tai(1, "tai of 对对胡, all triplets")
    tai_hunyise: int = tai(1, "tai of 混一色, one suit and honours")
    tai_qingyise: int = tai(3, "tai of 清一色, one suit")
    tai_gang_draw: int = tai(1, "tai of 杠开, a win on a gang's replacement tile")
    tai_robbing: int = tai(1, "tai of 抢杠, robbing a gang")
    tai_no_caishen: int = tai((1, 1, 0, 1), "tai that 无财 adds")
    tai_three_caishen: int = tai((0, 0, 2, 0), "tai of three or more caishen held")
    tai_all_honours: int = tai((8, 8, 8, 7), "floor of 全字牌, which needs no minimum; 0: no such item")
    tai_heavenly: int = tai((8, 8, 8, 0), "floor of 天胡; 0: an ordinary self-draw")
    tai_earthly: int = tai((8, 8, 8, 0), "floor of 地胡; 0: an ordinary win")
    tai_no_caishen_floor: int = tai((0, 0, 8, 0), "floor of 无财 in ziyou; 0: no such item")
    floor_needs_tai: int = tai(
        (0, 0, 3, 0),
        "ordinary tai that the floors of 天胡, 地胡 and 无财 need; 0: they need none, nor a minimum",
    )

    def __post_init__(self) -> None:
        check_preset(self.base)
        check(self.all_options(), {name: getattr(self, name) for name in self.all_options()})

    @classmethod
    def all_options(cls) -> dict[str, Option]:
        """Every option by name, in order, without `preset`."""
        return declared(fields(cls))

    @classmethod
    def from_options(cls, options: Mapping[str, Any], source: str = "") -> "Ruleset":
        """A ruleset from options in TOML types; `preset` names the preset they change, `bao` if missing.

        Raises
        ------
        RulesError
            An unknown preset, option or value; begins with `source` and lists the valid ones.
        """
        changes = dict(options)
        base = check_preset(changes.pop("preset", PRESETS[0]), source)
        check({"preset": Option("", PRESETS, values=PRESETS), **cls.all_options()}, changes, source)
        return cls.preset(base, **changes)

    @classmethod
    def from_toml(cls, path: str | Path) -> "Ruleset":
        """Read a TOML file of options at top level, such as `preset = "bao"` and `wall_reserve = 20`.

        Raises
        ------
        RulesError
            The file cannot be read or is no TOML, or holds an unknown preset, option or value.
        """
        return cls.from_options(read_toml(path, RulesError), source=str(path))

    @classmethod
    def of(cls, rules: "Ruleset | str | Path | Mapping[str, Any] | None") -> "Ruleset":
        """The ruleset meant by a preset's name, a TOML file, options, a ruleset, or None for `bao`."""
        if isinstance(rules, Ruleset):
            return rules
        if rules is None:
            return cls()
        if isinstance(rules, Mapping):
            return cls.from_options(rules)
        if isinstance(rules, Path) or rules.endswith(".toml"):
            return cls.from_toml(rules)
        return cls.preset(rules)

    def options(self) -> dict[str, Value]:
        """The preset and every option, in TOML types; `from_options` reads it back."""
        return {"preset": self.base, **{name: getattr(self, name) for name in self.all_options()}}

    def to_toml(self) -> str:
        """The preset and every option as TOML text."""
        import tomli_w

        return tomli_w.dumps(self.options())

    def replace(self, **options: Value) -> "Ruleset":
        """The same rules with some options changed.

        Raises
        ------
        RulesError
            An unknown option or value; lists the valid ones.
        """
        return self.from_options(self.options() | options)

    def encode(self) -> "np.record":
        """The rules as numbers for kernels, see `zhuji_sim.rules.encoding.RULES`."""
        from zhuji_sim.rules.encoding import encode

        return encode(self)

    @property
    def has_bidding(self) -> bool:
        """Whether a contract is bid for (叫包)."""
        return self.caishen_source == "declarer"

    @property
    def limit(self) -> int | None:
        """The cap on the tai of a hand, None where there is none."""
        return None if self.tai_limit == NO_LIMIT else int(self.tai_limit)

    def honour_tai(self, seat: int, kind: int) -> int:
        """Tai of one triplet or gang of an honour for the player at a seat (RULES.md §5)."""
        if is_dragon(kind):
            return self.tai_dragon
        if kind == EAST:
            return self.tai_east_dealer if seat == 0 else self.tai_east_others
        return self.tai_own_wind if EAST < kind <= NORTH and kind - EAST == seat else 0

    def successor(self, kind: int) -> int | None:
        """The kind after this one under `honour_cycle`, None where it has none."""
        return successor(kind, self.honour_cycle)
