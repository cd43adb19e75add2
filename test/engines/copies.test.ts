import { copies } from '../journeys/copies.ts';

copies(6_000);
