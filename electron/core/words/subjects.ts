/** A company that the seller marks or writes about, with the name that it bears now. */
export interface Subject {
  readonly companyId: string;
  readonly companyName: string;
}
