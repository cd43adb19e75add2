import { runServiceProcess } from '../chassis/process.ts';
import { scheduling } from './service.ts';

await runServiceProcess(scheduling, ['directory', 'locations'], process.argv.slice(2));
