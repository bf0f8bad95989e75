import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'speech',
  takes: ['text'],
  verbs: `
    into audio, as audio, audio version of, turn it into audio, make it audio, read aloud, read out loud, read it aloud
    read it out, read out, read this aloud, read that aloud, read them aloud, out loud, aloud, say aloud, speak
    narrate, narration, text to speech, text-to-speech, voice this, voice the, voice it, pronounce, an mp3
    audio version, audio of, as speech, spoken, say it, say, turn into speech, turn into audio, voice-over, voiceover
    recite, audio file of, make an audio, audio file, hear it, hear how, spoken version, into speech, mp3 of
    speech from, record a voice, voice message saying, announce, to audio, to speech, into mp3, to mp3, into voice
    audio clip, sound clip, let me hear, hear you say, read to me, read me aloud, voice clip, sound file, play back as
    turn…into audio, turn…into speech, make…audible, vocalise, vocalize, say out, read…aloud, read…out loud
    spoken aloud, read it to me, read them to me, read that to me, read it back, read this to me, read it loud
    read those out, read…to me, read me the result
    音声…作, 読み上げ, よみあげ, 音読, 音声にして, 声に出して, 音声を作, 音声化, しゃべって, しゃべらせ, 読んで聞かせ
    朗読, 音声ファイル, 発音, 声で読, 音声に変換, 音声を生成, ナレーション, 音声出力, 声にして, 音声データ, 喋って
    喋らせ, mp3にして, mp3で, 聞かせて, 音声合成して, 音声が欲しい, 音声がほしい, 声で聞, 読みあげ, 音声でお願い
    音声で聞, 音声で読, 音声で流, 音声で再生, 音声でほし, 音声で欲し, 音声で返, 音声で出
    朗读, 念出来, 读出来, 念一下, 念给我, 读给我听, 大声读, 语音播报, 转成语音, 生成语音, 合成语音, 配音, 播报
    做成音频, 念, 读出声, 文字转语音, 变成语音, 转语音, 播读, 念出声, 语音版, 生成音频, 转成音频, 录成语音, 合成音频
    转换成语音, 说出来, 用语音, 语音朗读, 读一遍, 发音, 朗诵, 讲出来, 音频文件, 做成语音, 读成语音, 播放, 用声音
  `,
  nouns: 'voice, speech, mp3, pronunciation, audio, sound, 音声, 声, 読み上げ音声, 语音, 声音, 音频, 播音',
  examples: {
    en: ["Read aloud: 'The shop is closing'", "Turn 'Happy birthday' into speech"],
    ja: ['「まもなく閉店です」を読み上げて', '「お誕生日おめでとう」を音声にして'],
    zh: ['朗读“本店即将打烊”', '把“生日快乐”转成语音'],
  },
};
