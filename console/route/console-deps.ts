import type { Router } from '../../platform/calls/caller.ts';
import type { Clock } from '../../platform/core/clock.ts';
import type { Ids } from '../../platform/core/ids.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { AssetPaths } from '../assets/assets.ts';
import type { Language } from '../components/language.ts';
import type { OwnOrigin } from '../http/origin.ts';
import type { Cookies } from '../session/cookies.ts';
import type { Institutions } from '../session/institutions.ts';
import type { Audiences } from './audience.ts';
import type { RequestLimits } from './request-limits.ts';

/** The dependencies of every screen's route. */
export interface ConsoleDeps {
  readonly router: Router;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Values derived from the console's own URL, which is known once it is served. */
  readonly own: () => { readonly origin: OwnOrigin; readonly cookies: Cookies };
  readonly publicUrl: () => string;
  readonly limits: RequestLimits;
  readonly institutions: Institutions;
  /** How many requests each session has under way. */
  readonly underWay: Map<string, number>;
  /** The sessions for which a file is being made. */
  readonly downloading: Set<string>;
  /** Aborted when the console stops. */
  readonly stopping: AbortSignal;
  readonly paths: AssetPaths;
  /** The texts of messages by their names. */
  readonly messages: ReadonlyMap<string, () => string>;
  /** The languages that the console speaks, by their tags. */
  readonly languages: ReadonlyMap<string, Language>;
  readonly audiences: Audiences;
}
