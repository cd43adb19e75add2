import { change } from './change.ts';
import { type Resources, resourcesOf } from './gen/resources.ts';
import { type ClientOptions, Sender } from './http/sender.ts';
import { Requests } from './requests.ts';

/** The API, with a method for each operation, grouped by resource. */
export interface Lyceum extends Resources {
  readonly change: typeof change;
  /** The read of an operation that is only known at run time, one of `operations`. */
  readonly read: Requests['read'];
  /** The write of one. */
  readonly write: Requests['write'];
}

/** Creates a client. It does not connect until its first request. */
export function createClient(options: ClientOptions): Lyceum {
  const requests = new Requests(new Sender(options));
  return {
    ...resourcesOf(requests),
    change,
    read: requests.read.bind(requests),
    write: requests.write.bind(requests),
  };
}
