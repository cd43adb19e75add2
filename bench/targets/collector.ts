import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveBench } from './target.ts';

/** A trace collector that accepts everything and stores nothing; its cost is not measured. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});
server.listen(0, '127.0.0.1', () => serveBench((server.address() as AddressInfo).port));
