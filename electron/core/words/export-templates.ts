import { templates } from '../db/queries/templates.ts';
import type { ReadDb } from '../db/sql.ts';

/**
 * The seller's message templates as Markdown, for his export; null where he wrote none. `plain` makes text that was written as
 * plain text safe within Markdown.
 */
export function exportTemplates(yours: ReadDb, plain: (text: string) => string): string | null {
  const parts = templates(yours).map(({ name, subject, body }) => {
    const heading = subject.trim() === '' ? [] : [`Subject: ${plain(subject)}`];
    return [`## ${plain(name)}`, ...heading, fenced(body)].join('\n\n');
  });
  return parts.length === 0 ? null : `${['# Message templates', ...parts].join('\n\n')}\n`;
}

/** As it was written, line by line: within a fence that is longer than any in it. */
function fenced(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${body.trimEnd()}\n${fence}`;
}
