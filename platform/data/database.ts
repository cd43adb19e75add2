import {
  Database as BatchingDatabase,
  type DatabaseOptions as BatchOptions,
  type TransactionOptions,
} from '../../libraries/pg-batch/index.ts';
import { integer, sqlStatement } from '../../libraries/typed-sql/index.ts';
import { currentCallOptions, currentInstitution } from '../core/call-scope.ts';
import { yieldToEventLoop } from '../core/event-loop.ts';
import type { Tracer } from '../core/spans.ts';
import { withTimeout } from '../core/with-timeout.ts';
import { type Constraints, translateFailure } from './pg-failure.ts';
import { askFirst, type Whose } from './standstill/fence.ts';
import { StatementTracing } from './traced-statements.ts';

export interface DatabaseOptions
  extends Pick<
    BatchOptions,
    'url' | 'directUrl' | 'maxConnections' | 'statementTimeoutMs' | 'applicationName' | 'log'
  > {
  readonly constraints: Constraints;
  /** Undefined without tracing. */
  readonly tracer?: Tracer | undefined;
}

interface WriteOptions extends TransactionOptions {
  readonly of: Whose;
}

/** What runs transactions. */
export type Transactions = Pick<Database, 'transaction'>;

/**
 * A service's own database. It works for the current call; failures of reads are refusals, those of transactions become
 * them by `translate`.
 */
export class Database extends BatchingDatabase<WriteOptions> {
  readonly #constraints: Constraints;

  constructor({ constraints, tracer, ...options }: DatabaseOptions) {
    super({
      ...options,
      settings: planning,
      currentCaller: currentCallOptions,
      currentGroup: currentInstitution,
      begin: askFirst,
      ownTurn: yieldToEventLoop,
      translate: (error) => translateFailure(error, constraints),
      tracing: tracer && new StatementTracing(tracer),
    });
    this.#constraints = constraints;
  }

  translate(error: unknown): unknown {
    return translateFailure(error, this.#constraints);
  }

  /** Resolves when the server answers; throws if it does not within `atMostMs` milliseconds. */
  async ping(atMostMs: number): Promise<void> {
    await withTimeout(this.rows(PING, {}), atMostMs);
  }
}

const PING = sqlStatement(null, 'ping', { parameters: {}, result: { ok: integer() }, text: () => 'SELECT 1 AS ok' });

/**
 * A statement has one plan, whatever its values, and finds rows with the index that identifies them best, even in a
 * table that was one page long when it was last analysed. Otherwise a session could read all of an institution's rows
 * for each of a bundle's 6,000 records. Without sequential scans, a plan may seem so expensive that the server would
 * compile it.
 */
export const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  random_page_cost: '1.1',
  jit: 'off',
};
