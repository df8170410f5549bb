import { contract, type Handlers } from '../../../shared/contract/index.ts';
import { createDispatcher, type Dispatch, type DispatcherOptions } from '../../../shared/contract/kit.ts';
import { storageFailure } from '../database/open.ts';

/**
 * Creates the dispatcher that calls the handlers. Disk errors in any handler are turned into storage
 * failures.
 */
export const createAppDispatcher = (
  handlers: Handlers,
  onInternal: DispatcherOptions['onInternal'],
): Dispatch => createDispatcher(contract, handlers, { onInternal, failureOf: storageFailure });
