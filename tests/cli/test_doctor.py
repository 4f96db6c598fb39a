"""`zhuji doctor` says what this machine has, and whether it can play."""


def test_it_plays_a_deal_and_shows_what_it_found(zhuji):
    found = zhuji("doctor", "--json").document
    assert found["compile"]["ok"]
    assert found["cores_usable"] >= 1
    assert {"python", "numba", "numpy"} <= set(found["versions"])
    assert found["kernel_cache"]["files"] > 0
    assert found["table_cache"]["bytes"] > 0


def test_for_people_in_both_languages(zhuji):
    assert "Compiler" in zhuji("doctor").out
    assert "编译器" in zhuji("doctor", "--lang", "zh").out


def test_a_compiler_that_does_not_work_is_one_line(zhuji, monkeypatch):
    def warm(spec):
        raise OSError("no LLVM")

    monkeypatch.setattr("zhuji_sim.batches.warm", warm)
    said = zhuji("doctor", "--json")
    assert said.status == 1
    assert said.err == "zhuji: the compiler does not work here: OSError: no LLVM\n"
    assert not said.document["compile"]["ok"]
