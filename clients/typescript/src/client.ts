import { change } from './change.ts';
import { type Resources, resourcesOf } from './gen/resources.ts';
import { type ClientOptions, Sender } from './http/sender.ts';
import { Requests } from './requests.ts';

/** The API, with a method for each operation, grouped by resource. */
export interface Lyceum extends Resources {
  readonly change: typeof change;
}

/** Creates a client. It does not connect until its first request. */
export function createClient(options: ClientOptions): Lyceum {
  return { ...resourcesOf(new Requests(new Sender(options))), change };
}
