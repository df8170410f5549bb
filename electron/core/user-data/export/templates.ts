import { templates } from '../../database/queries/yours/templates.ts';
import type { ReadDb } from '../../database/sql.ts';

/** Exports the message templates as Markdown. Returns null if there are none; `plain` escapes plain text. */
export function exportTemplates(yours: ReadDb, plain: (text: string) => string): string | null {
  const parts = templates(yours).map(({ name, subject, body }) => {
    const heading = subject.trim() === '' ? [] : [`Subject: ${plain(subject)}`];
    return [`## ${plain(name)}`, ...heading, fenced(body)].join('\n\n');
  });
  return parts.length === 0 ? null : `${['# Message templates', ...parts].join('\n\n')}\n`;
}

/** Wraps the text in a code fence longer than any fence inside it. */
function fenced(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${body.trimEnd()}\n${fence}`;
}
