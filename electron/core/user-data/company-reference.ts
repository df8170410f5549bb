/** A company that the user marks or writes about, with its current name. */
export interface Subject {
  readonly companyId: string;
  readonly companyName: string;
}
