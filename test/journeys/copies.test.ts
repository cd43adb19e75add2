import { copies } from './copies.ts';

// `test/engines/copies.test.ts` imports ten times as many.
copies(600);
