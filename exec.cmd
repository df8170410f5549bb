@rem npm scripts begin with "exec": on POSIX systems a signal to npm then reaches the program. On Windows this file is "exec".
@%*
