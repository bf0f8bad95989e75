/** Where PostgreSQL keeps a version of a row, and which transaction wrote it: together they name that version alone. */
export interface RowVersion {
  /** `ctid` */
  tid: string;
  /** `xmin` */
  xid: string;
}
