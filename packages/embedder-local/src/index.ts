export { createLocalModel, type LocalModel } from './local-model.ts';
