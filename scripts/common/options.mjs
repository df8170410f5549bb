import { CommandError } from './messages.mjs';

/** The option that every command accepts. `setup/system-packages.mjs` reads it. */
const common = { yes: { help: 'as root: install missing system packages without asking' } };

/** Returns the arguments that a command passes on to its program. */
export const argumentsToPassOn = () => process.argv.slice(2).filter((argument) => argument !== '--yes');

/**
 * Parses `--name value`, `--name=value` and `--flag` according to a table of options:
 * `{ name: { value, integer, oneOf, help } }`. `value` is the placeholder for the option's value in the usage
 * text; an option without `value` is a flag.
 * @throws CommandError with the usage text if there is any other argument
 */
export function readOptions(usage, ownTable, argv = process.argv.slice(2)) {
  const table = { ...ownTable, ...common };
  const fail = (reason) => {
    throw new CommandError(`${reason}\n\n${usageText(usage, table)}`, 2);
  };
  const options = {};
  const rest = [...argv];
  while (rest.length > 0) {
    const [flag, inline] = splitOnce(rest.shift());
    const name = flag.replace(/^--/, '');
    const option = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!flag.startsWith('--') || !option) fail(`unknown option ${flag}`);
    if (!option.value) {
      if (inline !== undefined) fail(`${flag} takes no value`);
      options[name] = true;
      continue;
    }
    const value = inline ?? rest.shift();
    if (value === undefined || value === '') fail(`${flag} needs a value (${option.value})`);
    if (option.integer && !/^\d{1,9}$/.test(value)) fail(`${flag} needs a whole number, not "${value}"`);
    if (option.oneOf && !option.oneOf.includes(value)) {
      fail(`${flag} is one of ${option.oneOf.join(', ')}, not "${value}"`);
    }
    options[name] = value;
  }
  return options;
}

function splitOnce(argument) {
  const index = argument.indexOf('=');
  return argument.startsWith('--') && index > 0
    ? [argument.slice(0, index), argument.slice(index + 1)]
    : [argument, undefined];
}

function usageText(usage, table) {
  const lines = Object.entries(table).map(([name, option]) => {
    const left = `  --${name}${option.value ? ` ${option.value}` : ''}`;
    return `${left.padEnd(32)}${option.help}`;
  });
  return [`Usage: ${usage}`, ...lines].join('\n');
}

/** Converts parsed options back to arguments: `--name value`, or `--name` for a flag. */
export const toArguments = (options, names) =>
  names
    .filter((name) => options[name] !== undefined)
    .flatMap((name) => (options[name] === true ? [`--${name}`] : [`--${name}`, options[name]]));
