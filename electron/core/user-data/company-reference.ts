/** A company that user data refers to, with its current name. */
export interface Subject {
  readonly companyId: string;
  readonly companyName: string;
}
