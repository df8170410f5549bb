import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { all, text } from '../../../electron/core/database/sql.ts';
import { newestSignals } from '../../../electron/core/database/queries/cache/signals.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { clock, log } from '../app/library-fixtures.ts';
import { ownNode } from '../common/process.ts';
import { deliver, eventOf, freePort } from './webhook-receiver.ts';

const KEY = 'whk_of-a-test-and-nothing-else';
const CONCURRENCY = 6;
/** If the receiver acknowledges nothing within this time, it is killed. */
const MAX_RUN_MS = 15_000;

/**
 * Starts `receiver-process.ts` and delivers events. Kills the receiver `afterMs` after it has first responded
 * with status 202. Returns the ids of the rounds whose deliveries got this status.
 */
export async function deliverUntilKilled(folder: string, run: string, afterMs: number): Promise<string[]> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'receiver-process.ts');
  const child = spawn(ownNode, [program, folder, String(port), KEY], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errorOutput: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => resolve(''));
  });
  if (ready === '') throw new Error(`the receiver exited before it was killed: ${errorOutput.join('')}`);
  const { path } = JSON.parse(ready) as { path: string };
  const acknowledged: string[] = [];
  let isOver = false;
  const kill = (): void => {
    isOver = true;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(kill, MAX_RUN_MS);
  const sender = async (lane: number): Promise<void> => {
    for (let at = 0; !isOver; at += 1) {
      const roundId = `${run}-${lane}-${at}`;
      const event = eventOf({ roundId, companyId: `${run}-${lane}`, note: 'n'.repeat(500) });
      const answer = await deliver(event, { port, path, authorization: `Bearer ${KEY}` });
      if (answer.status !== 202) continue;
      if (acknowledged.push(roundId) === 1) setTimeout(kill, afterMs);
    }
  };
  await Promise.all([...Array.from({ length: CONCURRENCY }, (_, lane) => sender(lane)), ended]);
  clearTimeout(deadline);
  return acknowledged;
}

/**
 * Opens the files as the app does after a crash. Returns the acknowledged rounds that are missing, the events
 * that have more than one row, and any damage found.
 */
export function lostSignals(folder: string, acknowledged: readonly string[]): string[] {
  const files = openWorkspaceFiles(folder, { clock, log });
  try {
    const verdict = all(files.cache, 'PRAGMA integrity_check').map((row) => text(row, 'integrity_check'));
    const rounds = newestSignals(files.cache, 1_000_000).map(({ roundId }) => roundId);
    const there = new Set(rounds);
    return [
      ...(verdict.join() === 'ok' ? [] : [`cache: ${verdict.join()}`]),
      ...(files.setAside === null ? [] : ['the cache had to be set aside']),
      ...(there.size === rounds.length ? [] : [`${rounds.length - there.size} events twice`]),
      ...acknowledged.filter((round) => !there.has(round)),
    ];
  } finally {
    files.close();
  }
}
