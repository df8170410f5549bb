/**
 * Every command imports this file first. An old version of Node then prints a clear message instead of a
 * syntax error.
 */
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  process.stderr.write(
    `roundwatch: Node ${process.versions.node} is too old; install Node 20 or newer and run the command again.\n`,
  );
  process.exit(1);
}
