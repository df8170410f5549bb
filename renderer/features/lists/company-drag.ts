import { SELECTED_MAX } from './selection.svelte.ts';

/** The data type of dragged companies. Other programs ignore it. */
const COMPANY_DRAG = 'application/x-roundwatch-company';

/** Starts dragging companies. */
export function dragCompanies({ dataTransfer }: DragEvent, companyIds: readonly string[]): void {
  if (dataTransfer === null) return;
  dataTransfer.setData(COMPANY_DRAG, JSON.stringify(companyIds));
  dataTransfer.effectAllowed = 'copyMove';
}
export const hasDraggedCompanies = (data: DataTransfer): boolean => data.types.includes(COMPANY_DRAG);

/** Returns the ids of the dragged companies; empty if something else was dragged. */
export function draggedCompanies(data: DataTransfer | null): readonly string[] {
  try {
    const ids: unknown = JSON.parse(data?.getData(COMPANY_DRAG) ?? '');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, SELECTED_MAX) : [];
  } catch {
    return [];
  }
}
