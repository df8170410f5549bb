import type { LogLine } from '../../shared/model/settings/diagnostics.ts';
import type { LogFields, Logger } from '../core/ports.ts';
import { safeFields } from './console-log.ts';

const LINES_MAX = 50;
const EVENT_MAX = 80;
const FIELDS_MAX = 600;

/*
 * Patterns for text to redact: file paths (which contain the user's name), text quoted from files and
 * responses, and workspace ids. Users may send these log lines to others.
 */
const PATHS = /(?:[A-Za-z]:)?(?:[\\/][^\s\\/:"'|()]+)+(?=[\\/])/g;
const QUOTED = /"[^"]*"?|`[^`]*`?|(?<![\p{L}])'[^']*'?/gu;
const IDS = /(?<![A-Za-z0-9])(?=[a-z]*\d)[a-z0-9]{16,40}(?![A-Za-z0-9])/g;

export const redactForReport = (text: string): string =>
  text.replace(QUOTED, '[quoted]').replace(PATHS, '…').replace(IDS, '[id]');

const redactFields = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(safeFields(fields)).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactForReport(value) : value,
    ]),
  );

export interface RecentLog {
  readonly log: Logger;
  /** Returns the retained lines, oldest first. */
  recent(): readonly LogLine[];
}

/** Creates a logger that writes to `inner` and keeps redacted copies of the newest lines in memory. */
export function createRecentLog(
  inner: Logger,
  nowMs: () => number = Date.now,
  maxLines = LINES_MAX,
): RecentLog {
  const lines: LogLine[] = [];
  const record = (level: LogLine['level'], event: string, fields: LogFields = {}): void => {
    const fieldsText = Object.keys(fields).length === 0 ? '' : JSON.stringify(redactFields(fields));
    lines.push({
      atMs: nowMs(),
      level,
      event: event.slice(0, EVENT_MAX),
      fields: fieldsText.slice(0, FIELDS_MAX),
    });
    if (lines.length > maxLines) lines.shift();
    inner[level](event, fields);
  };
  return {
    log: {
      info: (event, fields) => record('info', event, fields),
      warn: (event, fields) => record('warn', event, fields),
      error: (event, fields) => record('error', event, fields),
    },
    recent: () => [...lines],
  };
}
