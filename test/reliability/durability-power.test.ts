import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBackupStore } from '../../electron/core/backup/backup-store.ts';
import { number, reportFigure } from '../security/support/figures.ts';
import { crashAfter, dice } from '../support/durability/power-loss.ts';
import { trace, tracingObstacle, type DiskOp } from '../support/durability/disk-trace.ts';
import { lostAfterKill, type Acknowledged } from '../support/durability/kill-saving-core.ts';
import { ownNode } from '../support/common/process.ts';
import { clock, log } from '../support/app/library-fixtures.ts';
import { tabulate } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { itAtFullSize } from '../support/common/full-size-test.ts';

/*
 * Promise D2 of `npm run reliability`: a power loss loses no acknowledged save. strace records every write
 * and sync of `writer-process.ts`. The test then simulates power losses between these operations with
 * `power-loss.ts`, and opens the files that remain. The test does not cover disks that ignore syncs.
 */

const POINTS = IS_FULL ? 500 : 4;
const PLANTED_POINTS = IS_FULL ? 40 : 4;
const STEPS = 72;
const root = join(import.meta.dirname, '..', '..');
const tracingProblem = tracingObstacle();

let scratch = '';
/**
 * The disk operations of saves without a planted defect. They are recorded once for both tests, because
 * recording is slow.
 */
let sound: readonly DiskOp[] = [];
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'roundwatch-power-'));
  if (tracingProblem === null) sound = record('sound');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const backupLine = z.object({ kind: z.literal('backup'), id: z.string() });
const savedLine = z.custom<Acknowledged>(
  (line) => typeof line === 'object' && line !== null && 'kind' in line && line.kind !== 'backup',
);

function record(name: string, weaker?: string): DiskOp[] {
  const folder = join(scratch, name);
  const writer = join(root, 'test/support/durability/writer-process.ts');
  return trace([ownNode, writer, join(folder, 'w'), String(STEPS), ...(weaker ? [weaker] : [])], folder);
}

interface Loss {
  readonly acknowledgedCount: number;
  /** Descriptions of acknowledged saves that are missing or damaged. */
  readonly wrong: readonly string[];
}

async function losePowerAt(ops: readonly DiskOp[], upTo: number, seed: number): Promise<Loss> {
  const folder = join(scratch, `point-${seed}`);
  try {
    const disk = crashAfter(ops, upTo, dice(seed));
    disk.write(folder);
    const lines = disk.acknowledged.map((line): unknown => JSON.parse(line));
    const saved = lines.flatMap((line) => savedLine.safeParse(line).data ?? []);
    const backups = lines.flatMap((line) => backupLine.safeParse(line).data ?? []);
    return { acknowledgedCount: lines.length, wrong: await findErrors(join(folder, 'w'), saved, backups) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findErrors(
  folder: string,
  saved: readonly Acknowledged[],
  backups: readonly { id: string }[],
): Promise<string[]> {
  try {
    const lost = lostAfterKill(folder, saved);
    const listed = await createBackupStore({ folder, clock, log }).list();
    const good = new Set(listed.filter(({ state }) => state === 'good').map(({ id }) => id));
    return [...lost, ...backups.filter(({ id }) => !good.has(id)).map(({ id }) => `backup ${id}`)];
  } catch (error) {
    return [`does not open: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Describes the last operation before the power loss. */
function where(ops: readonly DiskOp[], upTo: number): string {
  const op = ops[upTo - 1];
  return op === undefined ? 'nothing' : `${upTo} operations, ${JSON.stringify(op).slice(0, 200)}`;
}

/**
 * Simulates power losses at random points. Half of these points are next to a sync or a rename, where errors
 * are likely.
 */
async function losePowerAtPoints(ops: readonly DiskOp[], points: number, seed: number): Promise<Loss[]> {
  const throwDice = dice(seed);
  const syncs = ops.flatMap(({ kind }, index) => (kind === 'sync' || kind === 'rename' ? [index] : []));
  const losses: Loss[] = [];
  for (let point = 0; point < points; point += 1) {
    const nearSync = (syncs[throwDice(syncs.length)] ?? 0) + throwDice(2);
    const upTo = point % 2 === 0 ? nearSync : throwDice(ops.length + 1);
    const { acknowledgedCount, wrong } = await losePowerAt(ops, upTo, seed * 100_000 + point);
    losses.push({
      acknowledgedCount,
      wrong: wrong.map((problem) => `point ${point}, after ${where(ops, upTo)}: ${problem}`),
    });
  }
  return losses;
}

describe('power loss while saving', () => {
  it(
    `loses no acknowledged save, file or backup, at ${POINTS} points`,
    async ({ skip }) => {
      if (tracingProblem !== null) skip(tracingProblem);
      const losses = await losePowerAtPoints(sound, POINTS, 1);
      const wrong = losses.flatMap((loss) => loss.wrong);
      const acknowledgedCount = losses.reduce((sum, loss) => sum + loss.acknowledgedCount, 0);
      reportFigure(
        `D2 power loss replayed: ${number(POINTS)} points in ${number(sound.length)} recorded operations (${sound.filter(({ kind }) => kind === 'sync').length} syncs), ${number(acknowledgedCount)} acknowledged writes checked, ${wrong.length} lost or corrupt`,
      );
      tabulate({
        promise: 'D2',
        tried: `power loss at ${number(POINTS)} points, ${number(acknowledgedCount)} acknowledged writes`,
        wrong: `${wrong.length} lost or corrupt`,
      });
      expect(wrong).toEqual([]);
      // Without acknowledged saves before the power losses, the check above would prove nothing.
      expect(acknowledgedCount).toBeGreaterThan(POINTS * 10);
    },
    POINTS * 1_000 + 240_000,
  );

  itAtFullSize('finds planted defects: synchronous NORMAL and OFF, and forgotten syncs', async ({ skip }) => {
    if (tracingProblem !== null) skip(tracingProblem);
    const isLogSync = (op: DiskOp): boolean => op.kind === 'sync' && op.path.endsWith('yours.db-wal');
    const planted = {
      NORMAL: record('normal', 'NORMAL'),
      OFF: record('off', 'OFF'),
      'a forgotten sync': sound.filter((op) => !isLogSync(op)),
      'a folder never synced': sound.filter((op) => op.kind !== 'sync' || op.path.includes('.db')),
    };
    const caught: string[] = [];
    for (const [name, ops] of Object.entries(planted)) {
      const losses = await losePowerAtPoints(ops, PLANTED_POINTS, 7);
      const bad = losses.filter(({ wrong }) => wrong.length > 0).length;
      if (bad > 0) caught.push(`${name} at ${bad} of ${PLANTED_POINTS} points`);
    }
    reportFigure(
      `D2 planted defects caught ${caught.length}/${Object.keys(planted).length}: ${caught.join(', ')}`,
    );
    tabulate({
      promise: 'D2',
      planted: { caught: caught.length, of: Object.keys(planted).length },
    });
    expect(caught).toHaveLength(4);
  });
});
