import { CallTimes } from '../../platform/observability/metrics/call-times.ts';
import { RequestTimes } from './request-times.ts';

/** The gateway's counters. */
export class GatewayCounts {
  readonly requests = new RequestTimes();
  /** The RPCs it makes. */
  readonly calls = new CallTimes('client', 'gateway');
  /** Messages that were not valid HTTP requests. */
  malformedRequests = 0;
  /** Requests that were answered with 429. */
  rateLimitRefusals = 0;
}
