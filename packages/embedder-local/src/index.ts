export { createLocalModel, knownModels, type LocalModel } from './local-model.ts';
