import { contract, type Handlers } from '../../../shared/contract/index.ts';
import { createDispatcher, type Dispatch, type DispatcherOptions } from '../../../shared/contract/kit.ts';
import { storageFailure } from '../database/open.ts';

/** Dispatches requests to the handlers. Disk errors are reported as storage failures, wherever they occur. */
export const createAppDispatcher = (
  handlers: Handlers,
  onInternal: DispatcherOptions['onInternal'],
): Dispatch => createDispatcher(contract, handlers, { onInternal, failureOf: storageFailure });
