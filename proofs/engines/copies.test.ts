import { copies } from '../../test/journeys/copies.ts';
import { describeJourneys } from '../../test/journeys/describe-journeys.ts';

describeJourneys({ copies: copies(6_000) });
