import type { ServiceError } from '../../../shared/model/service-error.ts';

/** A toast to render. Must have the same shape as `ToastItem` in `session/toasts.svelte.ts`. */
export interface ToastCardItem {
  readonly id: number;
  readonly text: string;
  /** The error text that the service sent; null for other messages. */
  readonly serviceError: ServiceError | null;
  readonly kind: 'done' | 'problem';
  readonly action: {
    readonly label: string;
    readonly keys?: string;
    readonly run: () => void | Promise<void>;
  } | null;
}
