import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'speech',
  isVariant: true,
  marks: `
    speech synthesis, speech synthesizer, speech synthesiser, synthesize speech, synthesise speech, elevenlabs, voiceid
    voice id, modelid, speech-synthesis tool, premium voice
    音声合成ツール, 音声合成api, ボイスid, スピーチシンセシス, 音声合成エンジン, 音声合成
    语音合成工具, 语音合成接口, 语音合成引擎, 语音合成
  `,
  examples: {
    en: ["speech-synthesis: 'Doors closing', voiceId abc", "Use ElevenLabs to voice 'Welcome aboard'"],
    ja: ['speech-synthesisで「ようこそ」を', 'voiceId abc で「閉店です」を音声合成して'],
    zh: ['用 speech-synthesis 念“欢迎光临”', '用语音合成工具，voiceId abc：“开门”'],
  },
};
