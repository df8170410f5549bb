import type { Diagnostics } from '../../../../shared/model/settings/diagnostics.ts';
import { countText, plural, sizeText } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { serviceErrorLine } from '../../../ui/text/service-error-text.ts';
import { settings } from '../strings.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/durations.ts';

const strings = settings.diagnostics;

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Returns the facts that are shown on the screen and included in the copied text. */
export function diagnosticFacts({
  versions,
  workspace,
  keyring,
  keyringState,
}: Diagnostics): readonly Fact[] {
  const factLine = (label: string, value: string | null): Fact[] =>
    value === null ? [] : [{ label, value: safeLine(value, 200) }];
  return [
    { label: strings.app, value: `${safeLine(versions.app, 60)}, ${strings.shells[versions.shell]}` },
    ...factLine(strings.versions.electron, versions.electron),
    ...factLine(strings.versions.chromium, versions.chromium),
    ...factLine(strings.versions.node, versions.node),
    ...factLine(strings.versions.sqlite, versions.sqlite),
    ...factLine(strings.versions.system, versions.system),
    { label: strings.keyring, value: keyringText(keyring, keyringState) },
    ...(workspace === null ? [] : workspaceFacts(workspace)),
  ];
}

function keyringText(name: string | null, state: Diagnostics['keyringState']): string {
  if (name === null) return strings.noKeyring;
  if (state === 'unavailable') return strings.keyringUnavailable;
  const shown = safeLine(name, 80);
  return state === null ? strings.keyringNotChecked(shown) : shown;
}

function workspaceFacts(workspace: NonNullable<Diagnostics['workspace']>): readonly Fact[] {
  const { kind, keyType, host, serviceVersion, drifts, clockOffsetMs, apiKey, people, files, serviceErrors } =
    workspace;
  const version =
    serviceVersion === null ? strings.noVersion : strings.serviceVersion(safeLine(serviceVersion, 80));
  const key = [
    settings.key.states[apiKey.state],
    apiKey.place === null ? null : strings.places[apiKey.place],
  ];
  return [
    {
      label: strings.workspace,
      value:
        kind === 'demo' ? strings.kinds.demo : `${strings.kinds[kind]}, ${settings.workspaces.keys[keyType]}`,
    },
    { label: strings.service, value: `${safeLine(host, 200)}, ${version}` },
    { label: strings.drifts, value: drifts === 0 ? strings.none : countText(drifts) },
    { label: strings.clock, value: clockText(clockOffsetMs) },
    { label: strings.apiKey, value: key.filter((part) => part !== null).join(', ') },
    {
      label: strings.people,
      value:
        people.state === 'not-kept'
          ? settings.people.modes[people.mode]
          : `${settings.people.modes[people.mode]}: ${settings.people.states[people.state]}`,
    },
    ...files.map(({ name, bytes, schema }) => ({
      label: `${name}.db`,
      value: `${sizeText(bytes)}, ${strings.fileNames[name]}, ${strings.schema(schema)}`,
    })),
    ...serviceErrors.map(({ atMs, endpoint, ...serviceError }) => ({
      label: strings.serviceError(endpoint, new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')),
      value: serviceErrorLine(serviceError),
    })),
  ];
}

function clockText(offsetMs: number): string {
  const offset = Math.abs(offsetMs);
  if (offset < SECOND_MS) return strings.clockRight;
  const amount =
    offset < 2 * MINUTE_MS
      ? plural(Math.round(offset / SECOND_MS), 'second')
      : plural(Math.round(offset / MINUTE_MS), 'minute');
  return strings.clockOff(amount, offsetMs < 0);
}

/** Formats a log entry with its time in UTC: `12:03:04 warn slow-query {"tookMs":52}`. */
export const logText = ({ atMs, level, event, fields }: Diagnostics['log'][number]): string =>
  safeLine([new Date(atMs).toISOString().slice(11, 19), level, event, fields].join(' ').trim(), 700);

/** Returns all facts and the log as plain text. */
export function diagnosticsText(factLine: Diagnostics): string {
  const facts = diagnosticFacts(factLine).map(({ label, value }) => `${label}: ${value}`);
  const log = factLine.log.length === 0 ? [strings.logNone] : factLine.log.map(logText);
  return [...facts, '', `${strings.log} (UTC)`, ...log, ''].join('\n');
}
