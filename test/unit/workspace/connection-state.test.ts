import { expect, it } from 'vitest';
import { createConnectionState } from '../../../electron/core/workspace/connection-state.ts';
import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';

const upstream = (status: number): AppError => ({ kind: 'upstream', status, code: null, retryable: true });
const network = (reason: Extract<AppError, { kind: 'network' }>['reason'], counted?: true): AppError => ({
  kind: 'network',
  reason,
  ...(counted ? { counted } : {}),
});

it.each<[AppError, Connection['state']]>([
  [upstream(500), 'failing'],
  [upstream(503), 'failing'],
  [upstream(400), 'online'],
  [network('not-json', true), 'failing'],
  [network('redirect'), 'failing'],
  [network('too-large', true), 'failing'],
  [network('tls'), 'failing'],
  [network('timeout', true), 'failing'],
  [network('connection', true), 'offline'],
  [network('connection'), 'offline'],
  [network('timeout'), 'offline'],
  [network('offline'), 'offline'],
  [network('aborted'), 'idle'],
  [network('resting'), 'idle'],
  [{ kind: 'not-found', what: 'service' }, 'failing'],
  [{ kind: 'not-found', what: 'company' }, 'online'],
  [{ kind: 'unauthorized', reason: 'key-refused' }, 'key-refused'],
  [{ kind: 'unauthorized', reason: 'no-key' }, 'idle'],
  [{ kind: 'rate-limited', retryAtMs: 1 }, 'online'],
  [{ kind: 'rate-limited', retryAtMs: 1, askedAgain: true }, 'idle'],
])('after %j the connection is %s', async (error, state) => {
  const changes: Connection['state'][] = [];
  const connection = createConnectionState(fixtures.clock, (next) => changes.push(next.state));
  await connection.watch(() => Promise.reject(new AppFailure(error))).catch(() => undefined);
  expect(connection.current().state).toBe(state);
  await connection.watch(() => Promise.resolve());
  expect(changes.at(-1)).toBe('online');
});
