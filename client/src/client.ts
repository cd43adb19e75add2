import { change } from './change.ts';
import { type Resources, resourcesOf } from './gen/resources.ts';
import { type ClientOptions, Sender } from './http/sender.ts';
import { Requests } from './requests.ts';

/** The API: a method for each of its operations, by resource. */
export interface Lyceum extends Resources {
  readonly change: typeof change;
}

/** Makes a client; it connects to nothing before it is used. */
export function createClient(options: ClientOptions): Lyceum {
  return { ...resourcesOf(new Requests(new Sender(options))), change };
}
