@rem npm scripts begin with "exec", so that on POSIX systems a signal to npm reaches the program. On Windows, "exec" runs this file.
@%*
