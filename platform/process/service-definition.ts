import type { Table } from '../../libraries/typed-sql/index.ts';
import type { Variables } from '../core/config/config.ts';
import type { DomainEvent } from '../core/event.ts';
import type { Invariant } from '../data/invariants.ts';
import type { Constraints } from '../data/pg-failure.ts';
import type { Consumer, Listener } from '../handler/consume.ts';
import type { Implementation } from '../handler/implement.ts';
import type { Runtime } from '../handler/runtime.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { Erasing } from './erasure/erasing.ts';
import type { Expiry, Partitioning } from './janitor.ts';
import type { BackgroundWork, EndWithClosing, FeedPosition, WorkUnderWay } from './service-options.ts';

/** The definition of a service, in `service.ts` of its folder. */
export interface ServiceDefinition {
  /** The name of its folder, proto package, database and subjects. */
  readonly name: string;
  /** The folder of the service's own migrations; absent if it stores nothing. */
  readonly migrations?: URL;
  /** The tables its migrations create, without the platform's own. */
  readonly tables: readonly Table[];
  /** Invariants of its data, in addition to those that the platform checks for every service. */
  readonly invariants?: readonly Invariant[];
  readonly constraints: Constraints;
  /** Whether it signs identities: identity, which has the secrets. */
  readonly issuesIdentities?: true;
  /** Whether the rows of an institution may be on another server. It has no consumers, and each call names one. */
  readonly isPlaceable?: true;
  /** Its environment variables, in addition to those of every service. */
  readonly variables?: Variables;
  /** The services that this one calls. */
  readonly calls?: readonly string[];
  readonly implementations: readonly Implementation[];
  readonly consumers: readonly Consumer[];
  /** Called once for each process of the service. Undefined for a process that has none of it to do. */
  readonly work?: (runtime: Runtime) => BackgroundWork | undefined;
  readonly underWay?: WorkUnderWay;
  readonly feedPosition?: FeedPosition;
  readonly endsWithClosing?: EndWithClosing;
  /** Absent if it holds nothing of people. */
  readonly erasing?: Erasing;
  /** Registers the service's metrics, in addition to those of every service. */
  readonly registerMetrics?: (metrics: Metrics, runtime: Runtime) => void;
  /** Data that is stored only for a time. */
  readonly expiries?: readonly Expiry[];
  readonly partitions?: readonly Partitioning[];
  /** Cache entries every process of the service drops on an event, including events of the service itself. */
  readonly listeners?: readonly Listener[];
  /** Called right after each commit of this process with its events, which may be none: drop cache entries here. */
  readonly onCommitted?: (runtime: Runtime, events: readonly DomainEvent[]) => void;
}
