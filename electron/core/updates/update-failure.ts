import type { UpdateProblem } from '../../../shared/model/settings/updates.ts';
import { TransportFailure, type TransportReason } from '../ports.ts';

/** Thrown if an update is refused, or cannot be fetched or stored. */
export class UpdateFailure extends Error {
  readonly problem: UpdateProblem;
  constructor(problem: UpdateProblem) {
    super(problem);
    this.name = 'UpdateFailure';
    this.problem = problem;
  }
}

const TRANSPORT_PROBLEMS: Readonly<Record<TransportReason, UpdateProblem>> = {
  offline: 'offline',
  timeout: 'unreachable',
  connection: 'unreachable',
  aborted: 'unreachable',
  tls: 'certificate',
  redirect: 'redirect',
  'too-large': 'too-large',
};

/** Converts a thrown value to an update problem. Returns null for an unexpected error. */
export function problemOf(error: unknown): UpdateProblem | null {
  if (error instanceof UpdateFailure) return error.problem;
  if (error instanceof TransportFailure) return TRANSPORT_PROBLEMS[error.reason];
  return error instanceof Error && 'syscall' in error ? 'storage' : null;
}
