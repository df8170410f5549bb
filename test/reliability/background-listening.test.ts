import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { selectCount } from '../../electron/core/database/sql.ts';
import { newestSignals, receiverSpans } from '../../electron/core/database/queries/cache/signals.ts';
import { gapsIn, interruptionsIn } from '../../electron/core/webhook/uptime-log.ts';
import { openWorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { clock, log } from '../support/app/library-fixtures.ts';
import { startProgram, type Started } from '../support/common/process.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { tempDir } from '../support/common/temp-dir.ts';
import { deliver, eventOf, freePort, type Answer } from '../support/webhook/webhook-receiver.ts';
import { reportFigures, tabulate } from './figures.ts';

/*
 * Promise W3 without a window: every event is stored, no gap is left, and no request is sent. At full size,
 * the core receives 200 events in ten minutes of its clock. Meanwhile, the computer sleeps, the user logs in
 * again, and the app is killed, all repeatedly.
 */

const PROGRAM = 'test/support/webhook/windowless-process.ts';
const KEY = 'whk_of-a-test-and-nothing-else';
const MINUTES = IS_FULL ? 10 : 2;
/** How many times faster the core's clock runs than the computer's. */
const SPEED = 20;
const EVENTS = IS_FULL ? 200 : 40;
const STEP_MS = (MINUTES * 60_000) / SPEED / EVENTS;

interface Run {
  readonly folder: string;
  readonly port: number;
  readonly problems: string[];
  app: Started;
}

const start = (folder: string, port: number): Promise<Started> =>
  startProgram(PROGRAM, [folder, String(port), KEY, String(SPEED)]);
const send = ({ app, port }: Run, roundId: string): Promise<Answer> =>
  deliver(eventOf({ roundId, companyId: `cmp_${roundId}` }), {
    port,
    path: String(app.ready['path']),
    authorization: `Bearer ${KEY}`,
  });

/** Suspends the app, delivers an event while it sleeps, and wakes it. */
async function deliverAsleep(run: Run, roundId: string): Promise<Answer> {
  run.app.child.kill('SIGSTOP');
  const sent = send(run, roundId);
  await pass(STEP_MS * 2);
  run.app.child.kill('SIGCONT');
  return sent;
}

/**
 * Ends the app with SIGTERM, as logging out does, or kills it with SIGKILL. Then starts it again, as logging
 * in does.
 */
async function startAgain(run: Run, how: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const code = await run.app.stop(how);
  if (how === 'SIGTERM' && code !== 0) run.problems.push(`exited with ${code}: ${run.app.log()}`);
  run.app = await start(run.folder, run.port);
}

/** Delivers all events. Returns the rounds that were not acknowledged. */
async function deliverAll(run: Run): Promise<string[]> {
  const refused: string[] = [];
  for (let at = 0; at < EVENTS; at += 1) {
    const roundId = `fnd_${at}`;
    const isAsleep = at % 15 === 7;
    const { status } = await (isAsleep ? deliverAsleep(run, roundId) : send(run, roundId));
    if (status !== 202) refused.push(`${roundId} was answered ${status}`);
    if (at === Math.floor(EVENTS / 3)) await startAgain(run, 'SIGTERM');
    // The event has just been acknowledged, so it must be on disk.
    if (at % 20 === 19) await startAgain(run, 'SIGKILL');
    await pass(STEP_MS);
  }
  return refused;
}

it('receives every event without a window, through sleep, a new login and SIGKILL', async () => {
  const { path: folder, remove } = tempDir();
  const port = await freePort();
  const run: Run = { folder, port, problems: [], app: await start(folder, port) };
  const refused = await deliverAll(run);
  expect(run.app.ready['requests']).toBe(0);
  await run.app.stop('SIGTERM');

  const [workspace = ''] = readdirSync(join(folder, 'workspaces'));
  const files = openWorkspaceFiles(join(folder, 'workspaces', workspace), { clock, log });
  const stored = newestSignals(files.cache, EVENTS * 2).map(({ roundId }) => roundId);
  const known = new Set(stored);
  const requests = selectCount(files.ledger, 'SELECT count(*) AS n FROM entry');
  const problems = [
    ...run.problems,
    ...refused,
    ...Array.from({ length: EVENTS }, (_, at) => `fnd_${at}`).filter((round) => !known.has(round)),
    ...(stored.length === known.size ? [] : ['an event is stored twice']),
  ];
  const gaps = gapsIn(files.cache, clock.nowMs(), true);
  const longestMs = Math.max(
    ...interruptionsIn(files.cache, { sinceMs: null, leastMs: 0 }).map(({ fromMs, toMs }) => toMs - fromMs),
  );
  const periods = receiverSpans(files.cache, 1_000).length;
  files.close();
  remove();
  reportFigures([
    `W3 without a window: ${EVENTS} events in ${MINUTES} minutes of the app's clock, ${periods} listening periods, longest interruption ${(longestMs / 1_000).toFixed(0)} s, ${problems.length} lost, ${gaps.length} gaps, ${requests} requests.`,
  ]);
  tabulate({
    promise: 'W3',
    tried: `${EVENTS} events without a window`,
    wrong: `${problems.length} lost or duplicated`,
  });
  expect([problems, gaps, requests]).toEqual([[], [], 0]);
  expect(periods).toBeGreaterThan(EVENTS / 20);
});
