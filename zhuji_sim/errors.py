"""The error that a user can put right."""


class ZhujiError(ValueError):
    """Wrong input: a hand, an option, an experiment file, a policy name.

    Its text is one clear line that names what is wrong and where. The command line prints it without a
    traceback and exits with 2.
    """
