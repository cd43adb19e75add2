import { runServiceProcess } from '../chassis/process.ts';
import { curricula } from './service.ts';

await runServiceProcess(curricula, process.argv.slice(2));
