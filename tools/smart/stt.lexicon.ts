import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'transcript',
  takes: ['recording', 'topic'],
  textAt: 'text',
  verbs: `
    transcribe, transcription, transcript, transcripts, speech to text, speech-to-text, write down what is said
    write down what's said, subtitles for, what is said in, what's said in, what do they say in, dictation, type up
    audio to text, turn the audio into text, turn the recording into text, written version of the recording
    what is being said, what they say, write out the audio, put the recording into text, caption the audio, listen to
    in writing, into text, spoken in, as text, type out, type…out, write up the recording, words spoken, what was said
    what's being said, what did they say, get the words, caption, subtitle, in written form, as written text
    put…in writing, write out what, down on paper, to text, write it out, write it down, write that down
    write that out, write this out, write them out, write down what, talk about in, talking about in, said on the
    say on the recording, voice message, voice note, put it down in words, words of the recording
    文字起こし, 書き起こし, 文字おこし, 書き起こして, 音声認識, テキスト化, 音声をテキスト, 文字にして, 聞き取って
    もじおこし, テープ起こし, テキストに起こ, 文字化, 書きおこし, 起こして, テキストにして, 聞いて内容, 録音をテキスト
    文字に起こ, 聞き取り, 文字に, 音声の内容
    转成文字, 转文字, 转写, 听写, 语音转文字, 语音识别, 录音转, 转录, 转为文字, 文字稿, 变成文字, 转成文本, 写成文字
    转换成文字, 逐字稿, 听打, 说了些什么, 录音里说, 转换为文字, 转换成文本, 音频转, 语音转, 整理成文字, 听一下
    扒成文字, 转化成文字, 听写一下, 帮我听写, 听写下来
  `,
  nouns: `
    audio, recording, podcast, voice memo, interview, voice message, mp3, wav, voicemail, episode
    音声, 録音, ポッドキャスト, 講演, 会議の録音, インタビュー, 音源, ボイスメモ
    录音, 音频, 播客, 语音, 采访, 访谈, 音档, 语音留言
  `,
  examples: {
    en: ['Transcribe https://example.com/talk.mp3', 'What is said in https://example.com/memo.m4a?'],
    ja: ['https://example.com/talk.mp3 を文字起こしして', 'この録音を書き起こして https://example.com/memo.wav'],
    zh: ['把 https://example.com/talk.mp3 转成文字', '听写 https://example.com/memo.wav'],
  },
};
