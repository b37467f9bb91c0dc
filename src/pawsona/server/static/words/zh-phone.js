// 配对手机。
export const phone = {
  "phone.title": "在手机上用",
  "phone.what": "扫一次码，以后只要在同一个网络里，手机就能打开这个家。只有你配对过的手机进得来；这台电脑要开着。",
  "phone.far": "扫一次码，以后只要连得上这个网址，手机就能打开这个家。只有你配对过的设备进得来；那台电脑要开着。",
  "phone.pair": "配对一部手机",
  "phone.another": "换一个二维码",
  "phone.scan": "用手机的相机对准它。这个码只能用一次，五分钟内有效。",
  "phone.code": "给手机扫的二维码",
  "phone.done": "{name} 配好了。",
  "phone.late": "刚才的码已经过期了。",
  "phone.seen": "最近一次来：{day}",
  "phone.out": "不让它进了",
  "phone.out-name": "不让 {name} 进了",
  "phone.elsewhere": "配对和移除手机，要在运行 Pawsona 的那台电脑上做。",
  "phone.secure": "Pawsona 没开的时候，在这里也能读日记：你打开过的页面会留在这个浏览器里。",
  "phone.insecure": "断网时读日记需要安全的地址（HTTPS），这个地址不是。其他功能都能用。",
};
