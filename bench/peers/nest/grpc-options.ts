import { join } from 'node:path';
import { type GrpcOptions, Transport } from '@nestjs/microservices';
import { requiredVariable } from '../../targets/target.ts';

/** What the gateway and the microservice know of each other. */
export const grpcOptions: GrpcOptions = {
  transport: Transport.GRPC,
  options: {
    package: 'peers',
    protoPath: join(import.meta.dirname, 'users.proto'),
    url: requiredVariable('GRPC_ADDRESS'),
    loader: { defaults: true, arrays: true },
  },
};
