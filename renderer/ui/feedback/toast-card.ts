import type { ServiceError } from '../../../shared/model/service-error.ts';

/** A toast to render. `ToastItem` in `session/toasts.svelte.ts` has the same shape. */
export interface ToastCardItem {
  readonly id: number;
  readonly words: string;
  /** The service's own text of an error; null for other messages. */
  readonly serviceError: ServiceError | null;
  readonly kind: 'done' | 'receipt' | 'problem';
  readonly action: {
    readonly label: string;
    readonly keys?: string;
    readonly run: () => void | Promise<void>;
  } | null;
}
