import { CallTimes } from '../../platform/observability/metrics/call-times.ts';
import { RequestTimes } from './count-requests.ts';

/** What the gateway counts of itself. */
export class GatewayCounts {
  readonly requests = new RequestTimes();
  /** The RPCs that it makes. */
  readonly calls = new CallTimes();
  /** Messages that were no HTTP request. */
  malformedRequests = 0;
  /** Requests that were answered with 429. */
  rateLimitRefusals = 0;
}
