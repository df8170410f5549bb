import { contract, type Handlers } from '../../../shared/contract/index.ts';
import { createDispatcher, type Dispatch, type DispatcherOptions } from '../../../shared/contract/kit.ts';
import { storageFailure } from '../database/open.ts';

/** Creates the dispatcher that calls the handlers. A disk error in any handler becomes a storage failure. */
export const createAppDispatcher = (
  handlers: Handlers,
  onInternal: DispatcherOptions['onInternal'],
): Dispatch => createDispatcher(contract, handlers, { onInternal, failureOf: storageFailure });
