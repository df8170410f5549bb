import { contract, type Handlers } from '../../shared/contract.ts';
import { createDispatcher, type Dispatch, type DispatcherOptions } from '../../shared/contract-kit.ts';
import { storageFailure } from './db/open.ts';

/** The door to the app's handlers. What the disk refuses is told as that, wherever it was written, and is no surprise. */
export const createAppDispatcher = (
  handlers: Handlers,
  onInternal: DispatcherOptions['onInternal'],
): Dispatch => createDispatcher(contract, handlers, { onInternal, failureOf: storageFailure });
