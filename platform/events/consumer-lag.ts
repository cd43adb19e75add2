/** How far a durable subscriber is behind what was published. */
export interface ConsumerLag {
  /** The subscription's name, `<service>.<consumer>`. */
  readonly name: string;
  /** Events that it was not given yet. */
  readonly pending: number;
  /** Events that it was given and has not handled yet. */
  readonly unacknowledged: number;
  /** Of these, those that it was given more than once. */
  readonly redelivered: number;
}
