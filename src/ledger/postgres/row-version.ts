/** Location and transaction of a row version in PostgreSQL, which together identify it. */
export interface RowVersion {
  /** `ctid` */
  tid: string;
  /** `xmin` */
  xid: string;
}
