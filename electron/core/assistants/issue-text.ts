import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Describes what an invalid argument must be: `due_on must be a date such as 2026-12-01`. */
export function issueText(issue: Issue): string {
  const name = issue.path.map(String).join('.') || 'the arguments';
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue)
        ? `${name} is missing`
        : `${name} must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_format':
      return `${name} must ${formatText(issue)}`;
    case 'too_small':
      return `${name} must ${sizeText(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `${name} must ${sizeText(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'invalid_value':
      return `${name} must be ${alternatives(issue.values.map(String))}`;
    case 'unrecognized_keys':
      return `unknown argument: ${issue.keys.join(', ')}`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return `${name}: ${issue.message}`;
  }
}

/** A Zod issue does not contain the given value, but its message ends with the type of that value. */
const isMissing = ({ message }: Issue): boolean => message.endsWith('received undefined');

const alternatives = (values: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-12-01',
  safeint: 'a whole number',
};

function formatText({ format, pattern }: Extract<Issue, { code: 'invalid_format' }>): string {
  const known = FORMATS[format];
  if (known !== undefined) return `be ${known}`;
  return pattern === undefined ? `be a valid ${format}` : `match the pattern ${pattern}`;
}

function sizeText(origin: string, bound: 'at least' | 'at most', size: number): string {
  if (origin === 'string')
    return bound === 'at least' && size === 1 ? 'not be empty' : `have ${bound} ${size} characters`;
  return origin === 'array' ? `have ${bound} ${size} entries` : `be ${bound} ${size}`;
}
