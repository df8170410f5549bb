import type { Malformed } from '../malformed/malformed.ts';
import type { RawRequest } from './raw-server.ts';
import type { SubjectRun } from './run-subject.ts';
import type { CallLine } from './subject-plan.ts';

export interface ResponseLimits {
  /** The longest time that a call may take. */
  readonly lateMs: number;
  /** The number of bytes by which the process's memory (resident set) may grow after its warm-up calls. */
  readonly memoryMaxBytes: number;
}

export interface ResponsesVerdict {
  /** Descriptions of all faults, including those in the three lists below. */
  readonly faults: readonly string[];
  readonly untyped: readonly string[];
  readonly settledWrongly: readonly string[];
  readonly foreign: readonly string[];
  readonly slowestMs: number;
  /** The number of correct responses that the service sent, and how many of them the client decoded. */
  readonly good: number;
  readonly goodDecoded: number;
  /**
   * The indexes of calls that timed out although the service sent a correct response. The test repeats these
   * calls with a longer deadline.
   */
  readonly goodTimedOut: readonly number[];
}

export type Sent = Omit<Malformed, 'steps' | 'end'>;
interface Facts {
  /** Returns the response that the service sent to the call with this index. */
  readonly sentAt: (index: number) => Sent;
  readonly requests: readonly RawRequest[];
  readonly count: number;
  readonly limits: ResponseLimits;
}

/** Compares the client's reported results with the service's responses. */
export function judgeResponses(
  run: SubjectRun,
  { sentAt, requests, count, limits }: Facts,
): ResponsesVerdict {
  const requestCounts = new Map<number, number>();
  for (const { index } of requests) requestCounts.set(index, (requestCounts.get(index) ?? 0) + 1);
  const untyped: string[] = [];
  const settledWrongly: string[] = [];
  const foreign: string[] = [];
  const others: string[] = [];
  const goodTimedOut: number[] = [];
  let [good, goodDecoded, slowestMs] = [0, 0, 0];
  for (const call of run.calls) {
    const sent = sentAt(call.index);
    const label = `call ${call.index} (${call.endpoint}, ${sent.kind})`;
    slowestMs = Math.max(slowestMs, call.ms);
    if (call.end === 'untyped') untyped.push(`${label} ended without a type: ${call.untyped ?? ''}`);
    const wrong = settlementFault(call, sent);
    if (wrong !== null) settledWrongly.push(`${label} settled ${wrong}: ${JSON.stringify(call.row)}`);
    if (call.isForeign) foreign.push(`${label} got another call's response`);
    if (call.revealsKey) others.push(`${label} reveals the key in its failure`);
    if (call.ms > limits.lateMs) others.push(`${label} is late: ${Math.round(call.ms)} ms`);
    const times = requestCounts.get(call.index) ?? 0;
    const isTimedOut = call.error?.kind === 'network' && call.error.reason === 'timeout';
    // A call may send nothing if it times out. On a busy machine, its short deadline may pass before the
    // request reaches the service.
    if (times !== 1 && !(times === 0 && isTimedOut)) others.push(`${label} was sent ${times} times`);
    if (sent.goodRows === null) continue;
    good += 1;
    if (call.end === 'value') goodDecoded += 1;
    else if (isTimedOut) goodTimedOut.push(call.index);
    else others.push(`${label} was refused: ${JSON.stringify(call.error)}`);
  }
  if (run.exitProblem !== null) others.push(`the process crashed: ${run.exitProblem}`);
  if (run.calls.length < count) others.push(`${count - run.calls.length} calls never ended`);
  others.push(...endFaults(run, limits));
  const faults = [...untyped, ...settledWrongly, ...foreign, ...others];
  return { faults, untyped, settledWrongly, foreign, slowestMs, good, goodDecoded, goodTimedOut };
}

function endFaults({ end }: SubjectRun, { memoryMaxBytes }: ResponseLimits): string[] {
  if (end === null) return [];
  const { startBytes, endBytes, peakBytes } = end.memory;
  const faults = end.polluted.map((name) => `every object has a ${name} now`);
  if (end.reservedRows > 0) faults.push(`${end.reservedRows} rows of the ledger were never settled`);
  if (endBytes - startBytes > memoryMaxBytes) faults.push(`memory grew by ${endBytes - startBytes} bytes`);
  if (peakBytes - startBytes > memoryMaxBytes)
    faults.push(`memory peaked ${peakBytes - startBytes} bytes higher`);
  return faults;
}

/**
 * Describes how a call was settled wrongly in the ledger. Returns null if it was settled correctly; charging
 * too much is not a fault.
 */
function settlementFault({ row, end }: CallLine, { status, goodRows, endpoint }: Sent): string | null {
  if (row === null || row.state === 'reserved' || row.state === 'refused') return 'not at all';
  const isSuccess = status !== null && status >= 200 && status < 300;
  if (!isSuccess && status !== null)
    return row.state === 'spent' ? 'as spent, although it was refused' : null;
  // A call with a 2xx status or without a status may have been charged. The ledger must not count it as free.
  if (row.state === 'released') return 'as free';
  if (row.state === 'unknown') return null;
  if (row.cost === null) return 'without a cost';
  if (end !== 'value') {
    const isWorst = row.cost.requests === 1 && row.cost.records >= row.reserved.records;
    return isWorst ? null : 'below the worst case';
  }
  if (goodRows === null) return null;
  return row.cost.records === goodRows
    ? null
    : `with a different number of rows than the ${goodRows} of /${endpoint}`;
}
