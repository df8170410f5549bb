/** A toast to render. `ToastItem` in `session/toasts.svelte.ts` has the same shape. */
export interface ToastCardItem {
  readonly id: number;
  readonly words: string;
  readonly kind: 'done' | 'receipt' | 'problem';
  readonly action: {
    readonly label: string;
    readonly keys?: string;
    readonly run: () => void | Promise<void>;
  } | null;
}
