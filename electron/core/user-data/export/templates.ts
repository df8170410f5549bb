import { templates } from '../../database/queries/yours/templates.ts';
import type { ReadDb } from '../../database/sql.ts';

/** Exports the message templates as Markdown; null if there are none. `plain` escapes text for Markdown. */
export function exportTemplates(yours: ReadDb, plain: (text: string) => string): string | null {
  const parts = templates(yours).map(({ name, subject, body }) => {
    const heading = subject.trim() === '' ? [] : [`Subject: ${plain(subject)}`];
    return [`## ${plain(name)}`, ...heading, fenced(body)].join('\n\n');
  });
  return parts.length === 0 ? null : `${['# Message templates', ...parts].join('\n\n')}\n`;
}

/** Wraps text in a code fence that is longer than any fence in the text. */
function fenced(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${body.trimEnd()}\n${fence}`;
}
