import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'picture',
  takes: ['picture', 'topic'],
  textAt: 'description',
  verbs: `
    describe the photo, describe the picture, describe the image, describe this photo, describe this picture
    describe this image, what's in this photo, what's in this picture, what is in this picture, what is in this image
    what's in this image, what do you see, look at this picture, look at this photo, look at this image
    what does this picture show, what does the photo show, caption this, caption for, analyse this image
    analyze this image, analyze the image, identify the, ocr, alt text
    画像を説明, 写真を説明, 何が写って, 写っている, 写ってる, 映っている, 画像の内容, 写真の内容, 画像を見て
    写真を見て, この画像, この写真, 画像の文字, 写真の文字, 画像認識, 画像解析, 画像から文字, 図に何, キャプション
    描述图片, 描述照片, 描述这张, 看图, 图里, 图中, 图片里, 照片里, 这张图, 这张照片, 这幅图, 图上, 识图, 图片上
    照片上, 图片内容, 图像识别, 看看这图, 识别图片, 描述一下图, 这图
  `,
  nouns: `
    photo, picture, image, screenshot, photograph, scan, snapshot, painting, jpg, png
    画像, 写真, スクショ, スクリーンショット, イラスト, 絵
    图片, 照片, 截图, 图像, 图, 扫描件, 相片
  `,
  hints: `
    describe, see, shown, look, what, sign
    説明, 見て, 何, 文字, 読み取, 写
    描述, 看看, 写了, 看, 识别, 有什么
  `,
  examples: {
    en: ['Describe https://example.com/cat.jpg', 'What is written on https://example.com/sign.png?'],
    ja: ['https://example.com/cat.jpg に何が写っている?', 'この写真を説明して https://example.com/b.png'],
    zh: ['描述一下这张图片 https://example.com/cat.jpg', 'https://example.com/b.png 图里有什么'],
  },
};
