import type { AddressInfo, Server } from 'node:net';
import ApiGateway from 'moleculer-web';
import { serveBench } from '../../targets/target.ts';
import { newBroker } from './broker.ts';

const broker = newBroker('gateway');
const api = broker.createService({
  name: 'api',
  mixins: [ApiGateway],
  settings: {
    ip: '127.0.0.1',
    port: 0,
    routes: [
      {
        mappingPolicy: 'restrict',
        bodyParsers: { json: true },
        logging: false,
        aliases: { 'GET /users/:id': 'users.get', 'GET /users': 'users.page', 'POST /users': 'users.create' },
      },
    ],
  },
});
await broker.start();
await broker.waitForServices('users');
serveBench(((api as unknown as { server: Server }).server.address() as AddressInfo).port);
